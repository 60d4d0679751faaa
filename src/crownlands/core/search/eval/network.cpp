// Reads and writes files of weights.
#include "search/eval/network.hpp"

#include <bit>
#include <cstring>
#include <string>

#include "base/errors.hpp"

namespace crownlands {

namespace {

constexpr std::string_view magic = "crownnet";
constexpr std::uint32_t file_version = 5;

// FNV-1a: finds damage, not malice.
std::uint64_t checksum(const std::uint8_t* bytes, std::size_t size) {
    std::uint64_t sum = 0xcbf29ce484222325ull;
    for (std::size_t i = 0; i < size; ++i) sum = (sum ^ bytes[i]) * 0x100000001b3ull;
    return sum;
}

struct Writer {
    std::vector<std::uint8_t> bytes;

    template <class T>
    void put(T value) {
        for (std::size_t i = 0; i < sizeof(T); ++i) {
            bytes.push_back(static_cast<std::uint8_t>(static_cast<std::uint64_t>(value) >> (8 * i)));
        }
    }
};

struct Source {
    const std::uint8_t* at;
    const std::uint8_t* end;

    template <class T>
    T get() {
        if (static_cast<std::size_t>(end - at) < sizeof(T)) throw Refused("weights: the file ends too early");
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < sizeof(T); ++i) value |= static_cast<std::uint64_t>(*at++) << (8 * i);
        return static_cast<T>(value);
    }
    void expect(std::uint32_t wanted, const char* what) {
        const auto found = get<std::uint32_t>();
        if (found == wanted) return;
        throw Refused("weights: " + std::string(what) + " " + std::to_string(wanted) + " expected, not " +
                      std::to_string(found));
    }
};

// The scale of a row: its weights are whole multiples of two to this power, none more than 127 of them.
int scale_of(const std::int16_t* row) {
    int most = 0;
    for (int i = 0; i < first_width; ++i) most = row[i] > most ? row[i] : -row[i] > most ? -row[i] : most;
    int scale = 0;
    while ((most + (1 << scale) / 2) >> scale > 127) ++scale;
    return scale;
}

Network read_network(Source& source) {
    Network network;
    const auto domain = source.get<std::uint32_t>();
    if (domain >= domain_count) throw Refused("weights: a domain that nobody knows, " + std::to_string(domain));
    network.domain = static_cast<Domain>(domain);
    source.expect(static_cast<std::uint32_t>(network.rows()), "rows:");
    for (float& spread : network.spread) spread = std::bit_cast<float>(source.get<std::uint32_t>());
    network.first.resize(network.rows() * first_width);
    for (std::size_t row = 0; row < network.rows(); ++row) {
        const auto scale = source.get<std::uint8_t>();
        if (scale > 8) throw Refused("weights: a scale of at most 8 expected, not " + std::to_string(scale));
        for (std::size_t i = 0; i < first_width; ++i) {
            network.first[row * first_width + i] =
                static_cast<std::int16_t>(static_cast<std::int8_t>(source.get<std::uint8_t>()) * (1 << scale));
        }
    }
    for (auto& bias : network.first_bias) bias = source.get<std::int16_t>();
    for (auto& row : network.second) {
        for (auto& weight : row) weight = source.get<std::int16_t>();
    }
    for (auto& bias : network.second_bias) bias = source.get<std::int32_t>();
    for (auto& weight : network.third) weight = source.get<std::int16_t>();
    network.third_bias = source.get<std::int32_t>();
    for (auto& part : network.parts) {
        for (float& weight : part) weight = std::bit_cast<float>(source.get<std::uint32_t>());
    }
    return network;
}

}  // namespace

void round_rows(Network& network) {
    for (std::size_t row = 0; row < network.rows(); ++row) {
        std::int16_t* weights = network.first.data() + row * first_width;
        const int scale = scale_of(weights);
        for (int i = 0; i < first_width; ++i) {
            const int size = weights[i] < 0 ? -weights[i] : weights[i];
            const int kept = ((size + (1 << scale) / 2) >> scale) << scale;
            weights[i] = static_cast<std::int16_t>(weights[i] < 0 ? -kept : kept);
        }
    }
}

std::vector<std::uint8_t> write_evaluation(const Evaluation& evaluation) {
    Writer out;
    for (const char letter : magic) out.put(static_cast<std::uint8_t>(letter));
    out.put(file_version);
    out.put(rows_version);
    out.put(static_cast<std::uint32_t>(first_width));
    out.put(static_cast<std::uint32_t>(second_width));
    out.put(static_cast<std::uint32_t>(evaluation.networks.size()));
    for (const Network& network : evaluation.networks) {
        out.put(static_cast<std::uint32_t>(network.domain));
        out.put(static_cast<std::uint32_t>(network.rows()));
        for (const float spread : network.spread) out.put(std::bit_cast<std::uint32_t>(spread));
        for (std::size_t row = 0; row < network.rows(); ++row) {
            const std::int16_t* weights = network.first.data() + row * first_width;
            const int scale = scale_of(weights);
            out.put(static_cast<std::uint8_t>(scale));
            for (int i = 0; i < first_width; ++i) out.put(static_cast<std::int8_t>(weights[i] / (1 << scale)));
        }
        for (const auto bias : network.first_bias) out.put(bias);
        for (const auto& row : network.second) {
            for (const auto weight : row) out.put(weight);
        }
        for (const auto bias : network.second_bias) out.put(bias);
        for (const auto weight : network.third) out.put(weight);
        out.put(network.third_bias);
        for (const auto& part : network.parts) {
            for (const float weight : part) out.put(std::bit_cast<std::uint32_t>(weight));
        }
    }
    out.put(checksum(out.bytes.data(), out.bytes.size()));
    return out.bytes;
}

Evaluation read_evaluation(std::string_view text) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    if (text.size() < magic.size() || text.substr(0, magic.size()) != magic) {
        throw Refused("weights: this is no file of weights, it does not begin with '" + std::string(magic) + "'");
    }
    Source source{bytes + magic.size(), bytes + text.size()};
    source.expect(file_version, "file version");
    source.expect(rows_version, "layout version");
    if (text.size() < magic.size() + 8) throw Refused("weights: the file ends too early");
    const std::size_t body = text.size() - 8;
    Source tail{bytes + body, bytes + text.size()};
    if (tail.get<std::uint64_t>() != checksum(bytes, body)) {
        throw Refused("weights: the checksum is wrong, the file is damaged or cut short");
    }
    source.end = bytes + body;
    source.expect(first_width, "first width");
    source.expect(second_width, "second width");
    const auto count = source.get<std::uint32_t>();
    Evaluation evaluation;
    for (std::uint32_t i = 0; i < count; ++i) evaluation.networks.push_back(read_network(source));
    if (source.at != source.end) throw Refused("weights: more bytes than the header announces");
    return evaluation;
}

}  // namespace crownlands
