import { AppError } from '../../errors.ts'

/** The sender of a form with files. */
export interface Sender {
  companyId: number
  kind: 'user' | 'visitor'
  id: number | string
  /** Of a visitor: anybody can make many visitors at one address. Undefined: it is not limited. */
  address?: string
}

/** An unfinished form holds disk space and a connection. */
const most = { sender: 4, company: 20, address: 4 }

export interface FormsAtOnce {
  /** Throws 429 when there are too many. Call the returned function when the form has been handled. */
  enter(sender: Sender): () => void
}

/** Limits the forms that one sender, one company's users or visitors, and visitors at one address send at the same time. */
export function createFormsAtOnce(): FormsAtOnce {
  const counts = new Map<string, number>()
  return { enter }

  function enter({ companyId, kind, id, address }: Sender) {
    const company = `${companyId}:${kind}`
    const limits = [
      { key: `${company}:${id}`, most: most.sender },
      { key: company, most: most.company },
      ...(address === undefined ? [] : [{ key: `address:${address}`, most: most.address }]),
    ]
    if (limits.some(({ key, most: atOnce }) => countOf(key) >= atOnce))
      throw new AppError('ERR_TOO_MANY_REQUESTS', 429, { retryAfter: 5 })
    for (const { key } of limits) add(key, 1)
    return () => {
      for (const { key } of limits) add(key, -1)
    }
  }

  function countOf(key: string): number {
    return counts.get(key) ?? 0
  }

  function add(key: string, one: 1 | -1) {
    const count = countOf(key) + one
    if (count > 0) counts.set(key, count)
    else counts.delete(key)
  }
}
