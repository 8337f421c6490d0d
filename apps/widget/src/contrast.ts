/** The text colour for a background: white if its contrast is enough, else dark. */
export function textOn(background: string): string {
  return firstWith(4.5, background, ['#ffffff', '#16201b', '#000000'])
}

/** The blue of the "read" ticks: the first shade with enough contrast to the background. */
export function readableColorOn(background: string): string {
  return firstWith(3, background, ['#1576c9', '#bfe3ff', '#e3f3ff', '#0b3a66'])
}

/** Normalizes a company's colour (`#rgb`, `#rrggbb`, either with transparency) to `#rrggbb`. */
export function solidColor(color: string, otherwise = '#0a7d5c'): string {
  const digits = /^#([0-9a-f]{3,8})$/i.exec(color)?.[1] ?? ''
  if (digits.length === 3 || digits.length === 4) return '#' + digits.slice(0, 3).replace(/./g, '$&$&')
  return digits.length === 6 || digits.length === 8 ? '#' + digits.slice(0, 6) : otherwise
}

/** Contrast of two colours by WCAG 2.2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function firstWith(minimum: number, background: string, colors: string[]): string {
  const best = (a: string, b: string) => (contrast(a, background) >= contrast(b, background) ? a : b)
  return colors.find((color) => contrast(color, background) >= minimum) ?? colors.reduce(best)
}

function luminance(color: string): number {
  const part = (at: number) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
}
