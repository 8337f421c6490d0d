import { readBrCode } from './br-code.ts'
import { unexpected } from './http/failures.ts'
import type { Provider } from './pix-error.ts'

/** A copy text that is safe to show: a payer must not be sent elsewhere, or asked for another amount. */
export function checkedCode(provider: Provider, copyText: string, amountCents: number): string {
  const reading = readBrCode(copyText)
  const attempt = { provider, what: 'get the code of a charge' }
  if (!reading.isValid) throw unexpected(attempt, 200, `its BR Code has a wrong ${reading.problem}`)
  const { amountCents: written } = reading.code
  if (written !== undefined && written !== amountCents)
    throw unexpected(attempt, 200, 'its BR Code is about another amount')
  return copyText
}
