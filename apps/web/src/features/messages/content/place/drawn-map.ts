interface Point {
  latitude: number
  longitude: number
}

/** Paths of an SVG with the view box of `mapSize`. */
export interface MapDrawing {
  park: string
  lanes: string
  streets: string
  avenue: string
}

export const mapSize = { width: 320, height: 148 }

/**
 * A calm pattern of streets, always the same one for a place. They are not its real streets: those would have to be
 * fetched from another server, which would learn where customers are.
 */
export function drawMap({ latitude, longitude }: Point): MapDrawing {
  const random = randomFrom(`${latitude.toFixed(4)},${longitude.toFixed(4)}`)
  const between = (least: number, most: number) => Math.round(least + random() * (most - least))
  const { width, height } = mapSize
  const slant = between(-14, 14)
  const tilt = between(-16, 16)
  const columns = steps(between(-30, 10), width + 30, () => between(58, 98))
  const rows = steps(between(-10, 20), height + 20, () => between(40, 62))
  const across = (y: number) => `M-10 ${y}Q${width / 2} ${y + tilt} ${width + 10} ${y + Math.round(tilt / 2)}`
  const down = (x: number) => `M${x} -10L${x + slant} ${height + 10}`
  const [left = 0, right = width] = pick(columns, random)
  const [top = 0, bottom = height] = pick(rows, random)

  return {
    park: `M${left} ${top}H${right}L${right + Math.round(slant / 2)} ${bottom}H${left + Math.round(slant / 2)}Z`,
    lanes: columns.map((x) => down(x + between(24, 40))).join(''),
    streets: [...columns.map(down), ...rows.map(across)].join(''),
    avenue: `M-10 ${between(90, 160)}C${between(60, 120)} ${between(70, 130)} ${between(160, 240)} ${between(90, 140)} ${width + 10} ${between(10, 80)}`,
  }
}

/** Numbers from `start` to beyond `end`. */
function steps(start: number, end: number, step: () => number): number[] {
  const found = [start]
  for (let at = start + step(); at < end; at += step()) found.push(at)
  return found
}

/** Two neighbours of a row. */
function pick(row: readonly number[], random: () => number): readonly number[] {
  const at = Math.floor(random() * Math.max(1, row.length - 1))
  return row.slice(at, at + 2)
}

/** The same numbers from 0 to 1 for the same text (mulberry32, seeded by FNV-1a). */
function randomFrom(text: string): () => number {
  let state = 0x811c9dc5
  for (const letter of text) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
