import { AppError } from '../../errors.ts'

/** The sender of a form with files. */
export interface Sender {
  companyId: number
  kind: 'user' | 'visitor'
  id: number | string
}

/** An unfinished form holds disk space and a connection. */
const most = { sender: 4, company: 20 }

export interface FormsAtOnce {
  /** Throws 429 when there are too many. Call the returned function when the form has been handled. */
  enter(sender: Sender): () => void
}

/** Limits the forms that one sender, and one company's users or visitors, send at the same time. */
export function createFormsAtOnce(): FormsAtOnce {
  const counts = new Map<string, number>()
  return { enter }

  function enter({ companyId, kind, id }: Sender) {
    const company = `${companyId}:${kind}`
    const sender = `${company}:${id}`
    if (countOf(sender) >= most.sender || countOf(company) >= most.company)
      throw new AppError('ERR_TOO_MANY_REQUESTS', 429, { retryAfter: 5 })
    add(sender, 1)
    add(company, 1)
    return () => {
      add(sender, -1)
      add(company, -1)
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
