import { createAtOnce } from '../../security/at-once.ts'

/** The sender of a form with files. */
export interface Sender {
  companyId: number
  kind: 'user' | 'visitor' | 'program'
  id: number | string
  /** Of a visitor: anybody can make many visitors at one address. Undefined: it is not limited. */
  address?: string
}

/** An unfinished form holds disk space and a connection. */
const most = { sender: { user: 4, visitor: 4, program: 10 }, company: 20, address: 4 }

export interface FormsAtOnce {
  /** Throws 429 when there are too many. Call the returned function when the form has been handled. */
  enter(sender: Sender): () => void
}

/** Limits the forms that one sender, one company's senders of a kind, and visitors at one address send at the same time. */
export function createFormsAtOnce(): FormsAtOnce {
  const atOnce = createAtOnce({ retryAfter: 5 })

  return {
    enter({ companyId, kind, id, address }) {
      const company = `${companyId}:${kind}`
      return atOnce.enter([
        { key: `${company}:${id}`, most: most.sender[kind] },
        { key: company, most: most.company },
        ...(address === undefined ? [] : [{ key: `address:${address}`, most: most.address }]),
      ])
    },
  }
}
