import { Refusal } from '@guiche/pix-testserver/answer'
import { someTrace } from '../ids.ts'
import { meanings } from './codes.ts'

interface Why {
  /** Instead of the title of the code. */
  message?: string
  /** For people: what exactly is wrong. WhatsApp alone has it. */
  details?: string
  subcode?: number
  userMessage?: string
  type?: string
  status?: number
}

/** The documented refusal with this code. */
export function refuse(code: number, why: Why = {}): Refusal {
  const { title, status = 400 } = meanings[code] ?? { title: 'Unknown error' }
  const error = {
    message: `(#${code}) ${why.message ?? title}`,
    type: why.type ?? 'OAuthException',
    code,
    ...(why.details !== undefined && { error_data: { messaging_product: 'whatsapp', details: why.details } }),
    ...(why.subcode !== undefined && { error_subcode: why.subcode }),
    ...(why.userMessage !== undefined && { error_user_title: title, error_user_msg: why.userMessage }),
    fbtrace_id: someTrace(),
  }
  return new Refusal(why.status ?? status, { error })
}

/** What cannot be seen is answered as what does not exist. */
export function hidden(id: string, method: string): Refusal {
  const message = `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`
  return refuse(100, { message, subcode: 33, type: 'GraphMethodException' })
}

/** An error as webhooks tell it. */
export function toldError(code: number, details: string) {
  const { title } = meanings[code] ?? { title: 'Unknown error' }
  const href = 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/'
  return { code, title, message: title, error_data: { details }, href }
}
