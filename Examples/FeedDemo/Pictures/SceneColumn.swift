/// One column of a scene: what depends on the place across alone is worked out once.
struct SceneColumn {
  let across: Float
  private let climate: Climate
  private let sun: SIMD2<Float>
  private let noise: Noise
  /// The top of each range and how much its slope looks at the sun, far to near.
  private let ranges: [(top: Float, light: Float)]
  private let treeTop: Float

  init(_ scene: Scene, across: Float) {
    let climate = scene.climate
    let noise = Noise(seed: scene.seed)
    self.across = across
    self.climate = climate
    self.noise = noise
    sun = scene.sun
    ranges = (0..<climate.ranges).map { index in
      let top = Self.top(of: index, at: across, climate, noise, octaves: climate.roughness)
      // Broad faces alone catch the light: finer ones would stand as stripes.
      let octaves = min(2, climate.roughness)
      let left = Self.top(of: index, at: across - 0.02, climate, noise, octaves: octaves)
      let right = Self.top(of: index, at: across + 0.02, climate, noise, octaves: octaves)
      let side = max(-1, min(1, (across - scene.sun.x) * 5))
      return (top, max(-1, min(1, (right - left) / 0.04 * side * 1.2)))
    }
    treeTop = climate.hasTrees ? Self.trees(at: across, ground: ranges.last?.top ?? 1, noise) : 2
  }

  func color(at down: Float) -> Color {
    guard down > climate.water else { return land(at: down) }
    return water(at: down)
  }

  // MARK: Water

  /// The land mirrored, with ripples that grow towards the eye.
  private func water(at down: Float) -> Color {
    let depth = down - climate.water
    let distance = 1 / (depth + 0.06)
    let ripple = noise.fractal(across * distance * 4, distance * 9, octaves: 3) - 0.5
    let mirrored = land(at: climate.water - depth * 0.9 + ripple * (0.02 + depth * 0.22))
    let deep = climate.skyTop.mixed(climate.near, 0.5) * 0.7
    let path = max(0, 1 - abs(across - sun.x) / (0.05 + depth * 0.5))
    let glitter = smoothStep(0.05, 0.3, ripple) * path
    return mirrored.mixed(deep, 0.22 + min(0.4, depth)).mixed(climate.sun, glitter * 0.75)
  }

  // MARK: Land

  private func land(at down: Float) -> Color {
    if down > treeTop {
      let shade = noise.value(across * 160, down * 60) * 0.05
      return climate.near * (0.42 + shade * 3)
    }
    for index in ranges.indices.reversed() where down > ranges[index].top {
      return range(index, at: down)
    }
    return sky(at: down)
  }

  private func range(_ index: Int, at down: Float) -> Color {
    let depth = down - ranges[index].top
    let nearness = Float(index + 1) / Float(ranges.count)
    let grain = noise.fractal(across * 26 + Float(index) * 31, down * 34, octaves: 3) - 0.5
    var color = climate.far.mixed(climate.near, nearness * nearness)
    if climate.hasSnow, index < 2 {
      let line = climate.horizon - 0.02 + Float(index) * 0.03 + grain * 0.12
      color = color.mixed(Color(0xF2F6FF), 1 - smoothStep(line - 0.015, line + 0.015, down))
    }
    let light = 1 + ranges[index].light * 0.16 + grain * 0.35 * nearness
    // Mist lies at the foot of what is far.
    let mist = smoothStep(0, 0.3, depth) * (1 - nearness) * 0.75
    return (color * light).mixed(climate.skyLow, mist)
  }

  // MARK: Sky

  private func sky(at down: Float) -> Color {
    let height = min(1, max(0, down / climate.horizon))
    var color = climate.skyTop.mixed(climate.skyLow, height * height * (1.6 - 0.6 * height))
    if climate.isNight { color += stars(at: down) + aurora(at: down) }
    let offset = SIMD2(across - sun.x, down - sun.y)
    let distance = (offset * offset).sum().squareRoot()
    let glow = max(0, 1 - distance * (climate.isNight ? 4 : 1.5))
    color = color.mixed(climate.sun, glow * glow * 0.65)
    if climate.clouds > 0 {
      let cover = noise.fractal(across * 2.2, down * 6.5, octaves: 4)
      let lit = climate.skyLow.mixed(Color(0xFFFFFF), 0.55).mixed(climate.sun, glow * 0.5)
      color = color.mixed(lit, smoothStep(0.48, 0.78, cover) * climate.clouds)
    }
    let radius: Float = climate.isNight ? 0.035 : 0.05
    return color.mixed(climate.sun, 1 - smoothStep(radius - 0.003, radius + 0.003, distance))
  }

  private func stars(at down: Float) -> Color {
    let (x, y) = (across * 90, down * 90)
    let (column, row) = (Int32(x.rounded(.down)), Int32(y.rounded(.down)))
    guard noise.cell(column, row) > 0.93 else { return .zero }
    let offset = SIMD2(x - Float(column) - 0.5, y - Float(row) - 0.5)
    let size = 0.12 + 0.25 * noise.cell(row, column)
    return Color(repeating: 1 - smoothStep(size * 0.5, size, (offset * offset).sum().squareRoot()))
  }

  private func aurora(at down: Float) -> Color {
    let centre = 0.3 + 0.22 * (noise.fractal(across * 1.6, 3, octaves: 2) - 0.5) * 2
    let band = max(0, 1 - abs(down - centre) / (down < centre ? 0.26 : 0.09))
    let curtain = 0.45 + 0.55 * noise.fractal(across * 9, down * 0.8, octaves: 2)
    let color = Color(0x2FE8A0).mixed(Color(0x8A4BE0), smoothStep(0, 0.25, centre - down))
    return color * (band * band * curtain)
  }

  // MARK: Shapes

  private static func top(
    of index: Int, at across: Float, _ climate: Climate, _ noise: Noise, octaves: Int
  ) -> Float {
    let nearness = Float(index + 1) / Float(climate.ranges)
    let (x, y) = (across * (1.2 + nearness * 0.9) + Float(index) * 43, Float(index) * 7.7)
    let isJagged = climate.hasSnow && index < 2
    let shape =
      isJagged ? noise.peaks(x * 2.6, Int32(index), octaves: octaves + 1) : noise.fractal(x, y, octaves: octaves)
    let base = climate.horizon + nearness * nearness * 0.34
    return base + 0.04 - climate.relief * (1.25 - nearness * 0.55) * shape
  }

  /// Spruces on the nearest range: triangles of uneven height, side by side in two rows.
  private static func trees(at across: Float, ground: Float, _ noise: Noise) -> Float {
    var top = ground + 0.12
    for row in 0..<2 {
      let width: Float = row == 0 ? 0.045 : 0.07
      let place = across / width + Float(row) * 0.37
      let tree = place.rounded(.down)
      let fromTrunk = abs(place - tree - 0.5) * 2
      let height = (row == 0 ? 0.1 : 0.16) * (0.45 + 0.75 * noise.cell(Int32(tree), Int32(row) + 91))
      let jag = 0.012 * noise.value(across * 300, Float(row) * 5 + 0.5)
      top = min(top, ground + 0.1 + Float(row) * 0.06 - height * (1 - fromTrunk) + jag)
    }
    return top
  }
}
