/** JSON of so many levels is refused: nobody needs them, and what reads it may go through all of them. */
const tooDeep = 40

/** Parses JSON of other servers. Throws if it is none, or too deep. */
export function parseShallow(text: string): unknown {
  if (levelsOf(text) >= tooDeep) throw new Error('it is too deep')
  const parsed: unknown = JSON.parse(text)
  return parsed
}

/** The deepest level of brackets outside of strings. */
function levelsOf(text: string): number {
  let level = 0
  let deepest = 0
  let isString = false
  for (let place = 0; place < text.length; place += 1) {
    const character = text[place]
    if (isString) {
      if (character === '\\') place += 1
      else if (character === '"') isString = false
    } else if (character === '"') isString = true
    else if (character === '{' || character === '[') deepest = Math.max(deepest, (level += 1))
    else if (character === '}' || character === ']') level -= 1
  }
  return deepest
}
