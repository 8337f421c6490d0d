/** Whether the column of this name is computed in a way that gives null for some rows. Other ways are not judged. */
export function isComputedNull(text: string, name: string): boolean {
  const outer = outermost(text)
  const expression = expressionsIn(text, outer).find((one) => nameOf(one) === name)
  if (expression === undefined) return false
  const computed = expression.replace(/\s+as\s+\w+$/, '')
  if (/^coalesce\s*\(/.test(computed)) return false
  if (/^\(\s*select\b/.test(computed)) return !hasRow(text, computed)
  if (/^case\b/.test(computed)) return !/\belse\b/.test(outermost(computed))
  // A group has at least one row.
  if (/^(?:max|min|sum|avg|bool_or|bool_and|\w+_agg)\s*\(/.test(computed)) return !/\bgroup by\b/.test(outer)
  return /^nullif\s*\(/.test(computed)
}

/** A subquery that counts, or that reads a part of the same statement, which has a row if the statement returns one. */
function hasRow(text: string, subquery: string): boolean {
  if (/^\(\s*select\s+(?:count|coalesce|exists)\b/.test(subquery)) return true
  const source = /\bfrom\s+(\w+)/.exec(subquery)?.[1]
  return source !== undefined && new RegExp(`(?:\\bwith|,)\\s+${source}\\s+as\\b`).test(text)
}

/** What the statement returns: the list of its last `select` or `returning` outside of parentheses. */
function expressionsIn(text: string, outer: string): string[] {
  const begin = [...outer.matchAll(/\b(?:select|returning)\s/g)].at(-1)
  if (!begin || /\bunion\b/.test(outer)) return []
  const from = begin.index + begin[0].length
  const length = outer.slice(from).search(/\b(?:from|where)\b/)
  const end = length === -1 ? text.length : from + length
  const commas = [...outer.slice(from, end).matchAll(/,/g)].map(({ index }) => from + index)
  return [from - 1, ...commas].map((at, nth) => text.slice(at + 1, commas[nth] ?? end).trim())
}

const nameOf = (expression: string) => /(\w+)$/.exec(expression)?.[1]

/** The same text with spaces in place of what stands in parentheses or quotes. */
function outermost(text: string): string {
  let depth = 0
  let isQuoted = false
  return text.replaceAll(/./gs, (letter) => {
    if (letter === "'") isQuoted = !isQuoted
    else if (isQuoted) return ' '
    else if (letter === ')') depth -= 1
    const shown = depth > 0 || isQuoted ? ' ' : letter
    if (!isQuoted && letter === '(') depth += 1
    return shown
  })
}
