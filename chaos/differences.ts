/** Describes what is missing, unexpected, duplicated or out of order. */
export function differences(what: string, expected: readonly string[], found: readonly string[]): string[] {
  const missing = expected.filter((id) => !found.includes(id))
  const extra = found.filter((id) => !expected.includes(id))
  const twice = found.filter((id, index) => found.indexOf(id) !== index)
  const told = [
    ...(missing.length > 0 ? [`${what}: missing ${missing.join(' ')}`] : []),
    ...(extra.length > 0 ? [`${what}: unexpected ${extra.join(' ')}`] : []),
    ...(twice.length > 0 ? [`${what}: twice ${twice.join(' ')}`] : []),
  ]
  if (told.length > 0 || expected.join() === found.join()) return told
  return [`${what}: out of order, ${found.join(' ')} for ${expected.join(' ')}`]
}
