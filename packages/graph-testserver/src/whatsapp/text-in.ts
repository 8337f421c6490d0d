/** What somebody reads of a message. */
export function textIn(type: string, content: Record<string, unknown>): string {
  const at = (...path: string[]): string => {
    let value: unknown = content
    for (const name of path)
      value =
        typeof value === 'object' && value !== null
          ? Object.entries(value).find(([key]) => key === name)?.[1]
          : undefined
    return typeof value === 'string' ? value : ''
  }
  if (type === 'text') return at('body')
  if (type === 'interactive') return at('body', 'text')
  if (type === 'reaction') return at('emoji')
  return at('caption')
}
