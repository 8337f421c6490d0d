import { AuditFilter, type AuditAction, type AuditArea, auditActions, auditAreaNames } from '@guiche/contract'

/** Which entries are shown. Null or empty: any. */
export interface AuditChoice {
  /** Null: the own one. */
  companyId: number | null
  who: string
  actor: 'operator' | 'system' | null
  /** An action, or all of an area. */
  action: AuditAction | `${AuditArea}.*` | null
  object: NonNullable<AuditFilter['object']> | null
  objectId: string
  address: string
  /** YYYY-MM-DD */
  from: string | null
  until: string | null
}

export const everyEntry: AuditChoice = {
  companyId: null,
  who: '',
  actor: null,
  action: null,
  object: null,
  objectId: '',
  address: '',
  from: null,
  until: null,
}

/** Filters of the panel that are set. */
export const countSet = ({ actor, object, objectId, address, from, until }: AuditChoice): number =>
  [actor, object, objectId, address, from, until].filter(Boolean).length

export const isFiltered = (choice: AuditChoice): boolean =>
  countSet(choice) > 0 || choice.action !== null || choice.who !== ''

export const isAddress = (text: string): boolean => AuditFilter.shape.address.safeParse(text).success

const areaOf = (action: AuditChoice['action']) => auditAreaNames.find((area) => action === `${area}.*`)

/** As the call takes them. An address that is not complete yet is left out. */
export function queryOf(choice: AuditChoice): AuditFilter {
  const { companyId, who, actor, action, object, objectId, address, from, until } = choice
  const area = areaOf(action)
  const one = auditActions.find((name) => name === action)
  return {
    ...(companyId !== null && { companyId }),
    ...(who !== '' && { who }),
    ...(actor && { actor }),
    ...(area && { area }),
    ...(one && { action: one }),
    ...(object && { object }),
    ...(objectId !== '' && { objectId }),
    ...(address !== '' && isAddress(address) && { address }),
    ...(from && { from }),
    ...(until && { until }),
  }
}
