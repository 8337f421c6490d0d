import type { NumberGuardView } from '@guiche/contract'
import i18next from 'i18next'

export type GuardValues = {
  /** Empty: as many as the installation allows. */
  strangersPerDay: number | string
  knownPerDay: number | string
  /** HH:MM. Both are empty: none. */
  quietFrom: string
  quietUntil: string
  quietSundays: boolean
  quietHolidays: boolean
  severalCampaigns: boolean
}

export const valuesOf = (guard: NumberGuardView): GuardValues => ({
  strangersPerDay: guard.strangers.chosen ?? '',
  knownPerDay: guard.known.chosen ?? '',
  quietFrom: guard.quietHours?.from ?? '',
  quietUntil: guard.quietHours?.until ?? '',
  quietSundays: guard.quietSundays,
  quietHolidays: guard.quietHolidays,
  severalCampaigns: guard.severalCampaigns,
})

export const bodyOf = ({ strangersPerDay, knownPerDay, quietFrom, quietUntil, ...days }: GuardValues) => ({
  ...days,
  strangersPerDay: limitOf(strangersPerDay),
  knownPerDay: limitOf(knownPerDay),
  quietHours: quietFrom === '' || quietUntil === '' ? null : { from: quietFrom, until: quietUntil },
})

const limitOf = (written: number | string): number | null => (written === '' ? null : Number(written))

/** The installation's ceilings are for all numbers; a company may only go lower. */
export const guardRules =
  ({ strangers, known }: NumberGuardView) =>
  ({ strangersPerDay, knownPerDay, quietFrom, quietUntil }: GuardValues): Record<string, string> => ({
    ...(Number(strangersPerDay) > strangers.most && { strangersPerDay: aboveMost(strangers.most) }),
    ...(Number(knownPerDay) > known.most && { knownPerDay: aboveMost(known.most) }),
    ...(quietFrom === '' && quietUntil !== '' && { quietFrom: i18next.t('ui.form.required') }),
    ...(quietUntil === '' && quietFrom !== '' && { quietUntil: i18next.t('ui.form.required') }),
    ...(quietFrom !== '' && quietFrom === quietUntil && { quietUntil: i18next.t('sending-guard.form.sameHour') }),
  })

const aboveMost = (most: number) => i18next.t('sending-guard.form.aboveMost', { most })
