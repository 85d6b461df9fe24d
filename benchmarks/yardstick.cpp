// The yardstick for tilting boards: the whole graph of a board of Fruit Dating, with distances to
// a win, as quick as C++ does it. Walls, fruit and blockers only. The benchmark builds it where
// there is a compiler; nothing else needs it.
//
// Reads boards from standard input: rows and columns, then the rows, of '#', '.', fruit 'A' to 'H'
// and blockers 'o'. Prints for each its states, dead states and moves of the shortest solution (-1
// for none), and then the CPU seconds for all.
//
// How: a state is the cell of every piece within the ring, seven bits each and nine to a word,
// equal pieces in ascending order. The cells taken are a bit set, so a slide is a load, a count of
// the pieces ahead and a subtraction. States are kept as they are found; a hash set of eight-byte
// entries (upper half of the hash, number) knows them. Successors wait in a ring until the memory
// they need has arrived. Loops over pieces and words are unrolled: their numbers are known when
// compiling.

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <iostream>
#include <string>
#include <vector>

namespace {
constexpr int kMoves = 4, kGone = 127, kBits = 7, kPerWord = 9;
constexpr int kStay = -1, kWon = -4, kDead = -1;
constexpr size_t kMostStates = 5'000'000;
using Word = uint64_t;
using Mask = unsigned __int128;

// Memory that costs nothing until it is touched.
template <class T>
struct Room {
  T* data;
  size_t bytes;
  explicit Room(size_t count) : bytes(count * sizeof(T)) {
    data = static_cast<T*>(mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
    if (data == MAP_FAILED) std::exit(1);
    if (bytes > size_t{1} << 22) madvise(data, bytes, MADV_HUGEPAGE);
  }
  ~Room() { munmap(data, bytes); }
  T& operator[](size_t index) const { return data[index]; }
};

struct Memory {  // What one search after the other works in.
  Room<Word> states{2 * kMostStates + 64};
  Room<Word> slots{size_t{1} << 25};
  Room<int32_t> parents{kMostStates}, edges{kMoves * kMostStates};
  Room<int32_t> offsets{kMostStates + 2}, sources{kMoves * kMostStates};
  Room<int32_t> distance{kMostStates}, queue{kMostStates};
};

struct Board {
  int rows, cols, pieces, fruit;  // without the ring
  std::vector<int> groups;        // the first piece after each
  uint8_t start[32];
  uint8_t end[kMoves][128];       // of the free stretch ahead of a cell
  Mask ahead[kMoves][128];        // the cells of that stretch

  explicit Board(const std::vector<std::string>& lines)
      : rows(int(lines.size()) - 2), cols(int(lines[0].size()) - 2), pieces(0), fruit(0) {
    std::memset(end, kGone, sizeof end);
    std::memset(ahead, 0, sizeof ahead);
    for (char kind : std::string("ABCDEFGHo")) {
      const int first = pieces;
      for (int cell = 0; cell < rows * cols; cell++)
        if (lines[cell / cols + 1][cell % cols + 1] == kind) start[pieces++] = uint8_t(cell);
      if (kind != 'o') fruit = pieces;
      if (pieces > first) groups.push_back(pieces);
    }
    const int down[kMoves] = {0, -1, 0, 1}, right[kMoves] = {1, 0, -1, 0};
    for (int move = 0; move < kMoves; move++)
      for (int cell = 0; cell < rows * cols; cell++) {
        int row = cell / cols + 1, col = cell % cols + 1;
        while (lines[row + down[move]][col + right[move]] != '#') {
          row += down[move], col += right[move];
          ahead[move][cell] |= Mask{1} << ((row - 1) * cols + col - 1);
        }
        end[move][cell] = uint8_t((row - 1) * cols + col - 1);
      }
  }
};

struct Facts {
  int states, dead, shortest;
};

// The search on a board of N pieces whose cells fit a bit set of type Cells.
template <int N, class Cells>
struct Search {
  static constexpr int W = (N + kPerWord - 1) / kPerWord;
  static constexpr int kRing = 64, kNear = 8, kFar = 16;
  struct Pending {
    Word state[W], value;
    int32_t edge, parent;
  };

  const Board& board;
  Memory& memory;
  Cells ahead[kMoves][128];
  int pairs = 0;               // groups of two, which stand first
  int count = 0, size = 4096;  // states and slots
  bool won = false;
  Pending ring[kRing];

  Search(const Board& board, Memory& memory) : board(board), memory(memory) {
    for (int move = 0; move < kMoves; move++)
      for (int cell = 0; cell < 128; cell++) ahead[move][cell] = Cells(board.ahead[move][cell]);
    while (pairs < int(board.groups.size()) && board.groups[pairs] == 2 * pairs + 2) pairs++;
  }

  static int ones(uint64_t cells) { return __builtin_popcountll(cells); }
  static int ones(Mask cells) { return ones(uint64_t(cells)) + ones(uint64_t(cells >> 64)); }

  static Word hash_of(const Word* state) {
    Word value = 0;
    for (int word = 0; word < W; word++) {
      const Mask product = Mask{state[word] ^ value ^ 0x9E3779B97F4A7C15u} * 0xBF58476D1CE4E5B9u;
      value = Word(product) ^ Word(product >> 64);
    }
    return value;
  }

  static void pack(const uint8_t* cells, Word* state) {
    for (int word = 0; word < W; word++) {
      state[word] = 0;
      for (int piece = kPerWord * word; piece < std::min(N, kPerWord * (word + 1)); piece++)
        state[word] |= Word{cells[piece]} << kBits * (piece - kPerWord * word);
    }
  }

  // No board has so many cells that one that is gone could seem to lie beside another.
  bool beside(int one, int other) const {
    const int apart = std::abs(one - other);
    return apart == board.cols || (apart == 1 && one / board.cols == other / board.cols);
  }

  // Pairs off neighbours of one kind in reading order.
  void match_group(uint8_t* cells, int first, int end) const {
    for (int cell = 0; cell < board.rows * board.cols; cell++)
      for (int step : {1, board.cols}) {
        uint8_t* one = std::find(cells + first, cells + end, cell);
        uint8_t* other = std::find(cells + first, cells + end, cell + step);
        if (one != cells + end && other != cells + end && beside(*one, *other))
          *one = *other = kGone;
      }
  }

  bool match(uint8_t* cells) const {
    bool found = false;
    for (int first = 0, group = 0; first < board.fruit; group++) {
      const int end = board.groups[group];
      bool any = false;
      for (int one = first; one < end; one++)
        for (int other = one + 1; other < end; other++) any |= beside(cells[one], cells[other]);
      if (any && end - first == 2) cells[first] = cells[first + 1] = kGone;
      else if (any) match_group(cells, first, end);
      found |= any;
      first = end;
    }
    return found;
  }

  void sort(uint8_t* cells) const {
    for (int one = 0; one < 2 * pairs; one += 2) {
      const uint8_t least = std::min(cells[one], cells[one + 1]);
      const uint8_t most = std::max(cells[one], cells[one + 1]);
      cells[one] = least, cells[one + 1] = most;
    }
    int first = 2 * pairs;
    for (size_t group = pairs; group < board.groups.size(); first = board.groups[group++])
      for (int piece = first + 1; piece < board.groups[group]; piece++)
        for (int slot = piece; slot > first && cells[slot - 1] > cells[slot]; slot--)
          std::swap(cells[slot - 1], cells[slot]);
  }

  void put(Word value, int number) const {
    size_t slot = value & (size - 1);
    while (memory.slots[slot] != 0) slot = (slot + 1) & (size - 1);
    memory.slots[slot] = (value >> 32 << 32) | Word(number + 1);
  }

  void make_room() {
    if (2 * (count + kRing) <= size) return;
    while (2 * (count + kRing) > size) size *= size < 1 << 20 ? 4 : 2;
    std::memset(memory.slots.data, 0, size * sizeof(Word));
    for (int state = 0; state < count; state++) {
      if (state + 16 < count)
        __builtin_prefetch(&memory.slots[hash_of(&memory.states[(state + 16) * W]) & (size - 1)]);
      put(hash_of(&memory.states[state * W]), state);
    }
  }

  // The number of a state, a new one if it was not known.
  void settle(const Pending& pending) {
    const Word tag = pending.value >> 32;
    size_t slot = pending.value & (size - 1);
    int found = -1;
    for (Word held; (held = memory.slots[slot]) != 0; slot = (slot + 1) & (size - 1)) {
      if (held >> 32 != tag) continue;
      found = int(uint32_t(held)) - 1;
      if (std::memcmp(&memory.states[size_t(found) * W], pending.state, 8 * W) == 0) break;
      found = -1;
    }
    if (found < 0) {
      found = count++;
      memory.slots[slot] = tag << 32 | Word(found + 1);
      std::memcpy(&memory.states[size_t(found) * W], pending.state, 8 * W);
      memory.parents[found] = pending.parent;
    }
    memory.edges[pending.edge] = found;
  }

  void peek(const Pending& pending) const {
    const Word held = memory.slots[pending.value & (size - 1)];
    if (held >> 32 == pending.value >> 32)
      __builtin_prefetch(&memory.states[(size_t(uint32_t(held)) - 1) * W]);
  }

  void explore() {
    const int steps[kMoves] = {1, -board.cols, -1, board.cols};
    uint8_t cells[32], slid[32];
    std::copy(board.start, board.start + N, cells);
    std::memset(memory.slots.data, 0, size * sizeof(Word));
    pack(cells, memory.states.data);
    memory.parents[0] = -1;
    put(hash_of(memory.states.data), count++);
    unsigned pushed = 0, peeked = 0, settled = 0;
    for (int state = 0;; state++) {
      if (state == count)
        while (settled < pushed) settle(ring[settled++ % kRing]);
      peeked = std::max(peeked, settled);
      if (state == count) return;
      make_room();
      Cells taken = 0;
      for (int piece = 0; piece < N; piece++) {
        const Word word = memory.states[size_t(state) * W + piece / kPerWord];
        cells[piece] = uint8_t(word >> kBits * (piece % kPerWord) & 127);
        if (cells[piece] != kGone) taken |= Cells{1} << cells[piece];
      }
      for (int move = 0; move < kMoves; move++) {
        int changed = 0, left = 0;
        for (int piece = 0; piece < N; piece++) {
          const int cell = cells[piece];
          const int short_of = ones(taken & ahead[move][cell]);
          slid[piece] = uint8_t(board.end[move][cell] - short_of * steps[move]);
          changed |= slid[piece] ^ cell;
        }
        const int edge = state * kMoves + move;
        memory.edges[edge] = kStay;
        if (changed == 0) continue;
        const bool matched = match(slid);
        for (int piece = 0; matched && piece < board.fruit; piece++) left += slid[piece] != kGone;
        if (matched && left == 0) {
          memory.edges[edge] = kWon, won = true;
          continue;
        }
        if (matched || move % 2 == 1) sort(slid);  // along rows the order stays
        Pending& pending = ring[pushed++ % kRing];
        pack(slid, pending.state);
        pending.value = hash_of(pending.state);
        pending.edge = edge, pending.parent = state;
        __builtin_prefetch(&memory.slots[pending.value & (size - 1)]);
      }
      while (peeked + kNear < pushed) peek(ring[peeked++ % kRing]);
      while (settled + kFar < pushed) settle(ring[settled++ % kRing]);
    }
  }

  // Fills in the distances to a win; how many states are dead.
  int look_back() const {
    const Memory& m = memory;
    const int edges = kMoves * count;
    // Edges to no state are counted as if to one before the first: a branch would cost more.
    int32_t* offsets = m.offsets.data + 1;
    std::fill_n(m.offsets.data, count + 2, 0);
    for (int edge = 0; edge < edges; edge++) {
      __builtin_prefetch(&offsets[std::max(m.edges[std::min(edge + 32, edges - 1)], -1)]);
      offsets[std::max(m.edges[edge], -1)]++;
    }
    for (int state = -1, total = 0; state <= count; state++)
      offsets[state] = total += state < count ? offsets[state] : 0;
    for (int edge = edges - 1; edge >= 0; edge--) {
      __builtin_prefetch(&offsets[std::max(m.edges[std::max(edge - 32, 0)], -1)]);
      m.sources[--offsets[std::max(m.edges[edge], -1)]] = edge / kMoves;
    }
    int found = 0;
    for (int state = 0; state < count; state++) {
      m.distance[state] = kDead;
      for (int move = 0; move < kMoves; move++)
        if (m.edges[kMoves * state + move] == kWon) m.distance[state] = 1;
      if (m.distance[state] == 1) m.queue[found++] = state;
    }
    for (int head = 0; head < found; head++) {
      const auto coming = [&](int ahead) { return m.queue[std::min(head + ahead, found - 1)]; };
      __builtin_prefetch(&offsets[coming(24)]);
      __builtin_prefetch(&m.sources[offsets[coming(16)]]);
      const int near = coming(8);
      for (int index = offsets[near]; index < offsets[near + 1]; index++)
        __builtin_prefetch(&m.distance[m.sources[index]]);
      const int state = m.queue[head];
      for (int index = offsets[state]; index < offsets[state + 1]; index++) {
        const int source = m.sources[index];
        if (m.distance[source] != kDead) continue;
        m.distance[source] = m.distance[state] + 1;
        m.queue[found++] = source;
      }
    }
    return count - found;
  }

  Facts solve() {
    explore();
    const int dead = won ? look_back() : count;
    return {count, dead, won ? memory.distance[0] : kDead};
  }
};

template <int N = 2>
Facts solve(const Board& board, Memory& memory) {
  if constexpr (N > 18) std::exit(2);
  else if (board.pieces != N) return solve<N + 1>(board, memory);
  else if (board.rows * board.cols > 64) return Search<N, Mask>(board, memory).solve();
  else return Search<N, uint64_t>(board, memory).solve();
}

}  // namespace

int main() {
  int rows, cols;
  std::vector<std::vector<std::string>> boards;
  while (std::cin >> rows >> cols) {
    boards.emplace_back(rows);
    for (std::string& line : boards.back()) std::cin >> line;
  }
  std::vector<Facts> facts;
  const std::clock_t begun = std::clock();  // of the processor
  {
    Memory memory;
    for (const auto& lines : boards) facts.push_back(solve(Board(lines), memory));
  }
  const double seconds = double(std::clock() - begun) / CLOCKS_PER_SEC;
  for (const Facts& each : facts) std::printf("%d %d %d\n", each.states, each.dead, each.shortest);
  std::printf("%.6f\n", seconds);
}
