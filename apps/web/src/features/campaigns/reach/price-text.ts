const written = /^(\d{1,3})(?:[.,](\d{1,6}))?$/

/** "0,345678" in millionths of a real. Undefined: it is no price. No float is involved. */
export function millionthsOf(text: string): number | undefined {
  const match = written.exec(text.trim())
  if (!match) return undefined
  const [, whole = '', decimals = ''] = match
  return Number(whole + decimals.padEnd(6, '0'))
}

/** With a comma, and at least two decimals: "0,35" */
export function priceText(millionths: number): string {
  const digits = String(millionths).padStart(7, '0')
  const decimals = digits.slice(-6).replace(/0{1,4}$/, '')
  return `${digits.slice(0, -6)},${decimals}`
}
