import { MailServerBody, type MailServerView } from '@guiche/contract'
import { ApiError } from '../../lib/api-error.ts'
import { rulesOf } from '../../lib/form-rules.ts'

export type KeptServer = Omit<MailServerView, 'unsent'>

export interface MailServerValues extends Record<string, string> {
  host: string
  port: string
  encryption: string
  user: string
  password: string
  senderName: string
  senderAddress: string
}

export const valuesOf = ({
  host,
  port,
  encryption,
  user,
  senderName,
  senderAddress,
}: KeptServer): MailServerValues => ({
  host,
  port: String(port),
  encryption,
  user,
  password: '',
  senderName,
  senderAddress,
})

export const mailServerRules = rulesOf(MailServerBody)

export const bodyOf = (values: MailServerValues) => MailServerBody.parse(values)

/** The ports that servers listen on, unless they say otherwise. */
export const usualPorts: Record<string, string> = { starttls: '587', tls: '465', none: '25' }

/** The stored password is sent to the server and user that it was stored for, and to no other. */
export const asksPassword = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'ERR_VALIDATION' && JSON.stringify(error.details).includes('password')
