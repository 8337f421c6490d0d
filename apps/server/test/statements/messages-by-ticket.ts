/**
 * Whether a statement looks for messages by their ticket alone. No index begins with it, so all messages of the company
 * would be read: the messages of a ticket are found by its conversation.
 */
export const readsByTicketAlone = (text: string): boolean =>
  queriesIn(text).some((query) =>
    aliasesIn(query).some((alias) => compares(query, alias, 'ticket_id') && !isServed(query, alias)),
  )

/** The columns that indexes of messages have after the company. */
const served = 'id|conversation_id|external_id|client_id|file_id'

const isServed = (query: string, alias: string) =>
  compares(query, alias, served) || new RegExp(`${columnOf(alias, 'failure')} is not null`).test(query)

function compares(query: string, alias: string, columns: string): boolean {
  const column = columnOf(alias, columns)
  return new RegExp(`${column}\\s*(?:=|in\\b)|=\\s*(?:any\\s*\\(\\s*)?${column}`).test(query)
}

const columnOf = (alias: string, columns: string) =>
  alias === '' ? `(?<![\\w.])(?:${columns})\\b` : `\\b${alias}\\.(?:${columns})\\b`

const words = 'where|set|on|join|left|cross|using|order|group|returning|limit'

/** The names that a query gives to the table of messages; '' is none. */
const aliasesIn = (query: string): string[] =>
  [
    ...query.matchAll(
      new RegExp(
        `(?:\\b(?:from|join|update|using)|,)\\s+messages\\b(?:\\s+(?:as\\s+)?(?!(?:${words})\\b)(\\w+))?`,
        'g',
      ),
    ),
  ].map(([, alias = '']) => alias)

/** The queries of a statement, each without the queries within it. */
function queriesIn(text: string): string[] {
  const queries = ['']
  /** For each open parenthesis, the query that it is in. */
  const open: number[] = []
  let current = 0
  for (const [at, letter] of text.split('').entries()) {
    if (letter === '(') {
      open.push(current)
      if (/^\(\s*(?:select|with|insert|update|delete)\b/.test(text.slice(at, at + 40))) current = queries.push('') - 1
    }
    queries[current] += letter
    if (letter === ')') current = open.pop() ?? 0
  }
  return queries
}
