import { type ErrorCode, type OfficialNumberView, api } from '@guiche/contract'
import { z } from 'zod'
import { ApiError } from '../../../lib/api-error.ts'
import { rulesOf } from '../../../lib/form-rules.ts'

/** The connection that reaches the number by its phone, if that is why it was refused. */
export function pairedIn(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.code !== 'ERR_NUMBER_IS_PAIRED') return undefined
  return Paired.safeParse(error.details).data?.whatsappId
}

const Paired = z.object({ whatsappId: z.number() })

export type NumberValues = {
  name: string
  phoneNumberId: string
  accountId: string
  token: string
  pin: string
  hasOwnApp: boolean
  app: { id: string; secret: string; verifyToken: string }
}

export const noValues: NumberValues = {
  name: '',
  phoneNumberId: '',
  accountId: '',
  token: '',
  pin: '',
  hasOwnApp: false,
  app: { id: '', secret: '', verifyToken: '' },
}

/** Secrets are not read: an empty field leaves what is stored. */
export const valuesOf = ({ phoneNumberId, accountId, app }: OfficialNumberView): NumberValues => ({
  ...noValues,
  phoneNumberId,
  accountId,
  hasOwnApp: app !== null,
  app: { id: app?.id ?? '', secret: '', verifyToken: '' },
})

export const linkBodyOf = ({ hasOwnApp, app, pin, ...fields }: NumberValues) => ({
  ...fields,
  pin: pin.trim() === '' ? null : pin,
  app: hasOwnApp ? app : null,
})

export const renewBodyOf = ({ token, pin, hasOwnApp, app }: NumberValues) => ({
  ...(token.trim() !== '' && { token }),
  pin: pin.trim() === '' ? null : pin,
  app: hasOwnApp ? { id: app.id, ...filled({ secret: app.secret, verifyToken: app.verifyToken }) } : null,
})

const filled = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim() !== ''))

/** The connection keeps its name. */
export function moveBodyOf(values: NumberValues) {
  const { name: _name, ...body } = linkBodyOf(values)
  return body
}

const linkRules = rulesOf(api.linkOfficialNumber.body)
const moveRules = rulesOf(api.moveToOfficial.body)
const renewRules = rulesOf(api.renewOfficialNumber.body)

export const checkMove = (values: NumberValues) => moveRules(moveBodyOf(values))

export const checkLink = (values: NumberValues) => linkRules(linkBodyOf(values))

/** Of another app nothing is stored, so that its secrets are needed. */
export function checkRenewal(values: NumberValues, stored: OfficialNumberView): Record<string, string> {
  const isStored = values.hasOwnApp && stored.app?.id === values.app.id.trim()
  if (!values.hasOwnApp || isStored) return renewRules(renewBodyOf(values))
  const { app } = linkBodyOf(values)
  return { ...linkRules({ ...renewBodyOf(values), ...neededFor(stored), app }) }
}

/** What renewing leaves as it is. */
const neededFor = ({ phoneNumberId, accountId }: OfficialNumberView) => ({
  name: 'as it is',
  token: 'as it is',
  phoneNumberId,
  accountId,
})

/** The field that a refusal is about. */
export const refusals = {
  ERR_NAME_ALREADY_EXISTS: 'name',
  ERR_OFFICIAL_OWN_APP: 'token',
  ERR_OFFICIAL_APP: 'app.id',
  ERR_OFFICIAL_TOKEN: 'token',
  ERR_OFFICIAL_PERMISSION: 'token',
  ERR_OFFICIAL_NUMBER: 'phoneNumberId',
  ERR_OFFICIAL_OTHER_NUMBER: 'phoneNumberId',
  ERR_OFFICIAL_CONNECTED: 'phoneNumberId',
  ERR_NUMBER_IS_PAIRED: 'phoneNumberId',
  ERR_ACCOUNT_TAKEN: 'phoneNumberId',
  ERR_OFFICIAL_PIN: 'pin',
  ERR_OFFICIAL_PIN_WRONG: 'pin',
  ERR_OFFICIAL_REGISTERING: 'pin',
} as const satisfies Partial<Record<ErrorCode, string>>

/** With the app of the installation there is no field for it, and a number that is connected has none for its ids. */
export const refusalsShown = ({ hasOwnApp }: NumberValues, isNew: boolean): Partial<Record<ErrorCode, string>> => ({
  ...refusals,
  ...(!hasOwnApp && { ERR_OFFICIAL_APP: 'token' }),
  ...(!isNew && { ERR_OFFICIAL_NUMBER: 'token' }),
})
