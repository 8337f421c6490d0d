export type Values = Readonly<Record<string, string | number | null | undefined>>

/** Divides a text at `<b>` and `</b>`, so that every second part is bold, and fills in the values. */
export function boldParts(text: string, values: Values): string[] {
  // Divided first, because values may contain anything.
  const parts = text.split(/<\/?b>/)
  return parts.map((part) => part.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? '')))
}
