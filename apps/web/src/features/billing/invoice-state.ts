import type { InvoiceView } from '@guiche/contract'

export type InvoiceState = 'paid' | 'overdue' | 'open'

export const tones = { paid: 'good', overdue: 'bad', open: 'info' } as const

/** `today`: YYYY-MM-DD in the company's time zone. An invoice is overdue from the day after its due date. */
export function stateOf({ status, dueDate }: Pick<InvoiceView, 'status' | 'dueDate'>, today: string): InvoiceState {
  if (status === 'paid') return 'paid'
  return dueDate < today ? 'overdue' : 'open'
}
