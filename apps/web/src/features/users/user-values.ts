import { NewUser, UserChange, type UserView } from '@guiche/contract'
import type { z } from 'zod'
import { languages, toLanguage } from '../../lib/languages.ts'

/** The values of the dialog's form. Selects have only texts: '' means "none". */
export type UserValues = {
  name: string
  email: string
  password: string
  currentPassword: string
  profile: UserView['profile']
  queueIds: string[]
  whatsappId: string
  startWork: string
  endWork: string
  farewellMessage: string
  wpp: string
  language: (typeof languages)[keyof typeof languages]['stored']
  defaultTheme: UserView['defaultTheme']
  defaultMenu: UserView['defaultMenu']
  allTicket: boolean
  allowGroup: boolean
  showDashboard: boolean
  allowRealTime: boolean
  allowConnections: boolean
}

/** Defaults of a new user (docs/requirements/back-office.md, section 9). */
export function valuesOf(user: UserView | undefined): UserValues {
  const language = toLanguage(user?.language) ?? 'pt'
  return {
    name: user?.name ?? '',
    email: user?.email ?? '',
    password: '',
    currentPassword: '',
    profile: user?.profile ?? 'user',
    queueIds: user?.queues.map(({ id }) => String(id)) ?? [],
    whatsappId: user?.whatsappId ? String(user.whatsappId) : '',
    startWork: user?.startWork ?? '00:00',
    endWork: user?.endWork ?? '23:59',
    farewellMessage: user?.farewellMessage ?? '',
    wpp: user?.wpp ?? '',
    language: languages[language].stored,
    defaultTheme: user?.defaultTheme ?? 'light',
    defaultMenu: user?.defaultMenu ?? 'open',
    allTicket: user?.allTicket === 'enable',
    allowGroup: user?.allowGroup ?? false,
    showDashboard: user?.showDashboard === 'enabled',
    allowRealTime: user?.allowRealTime === 'enabled',
    allowConnections: user?.allowConnections === 'enabled',
  }
}

const switchOf = (isOn: boolean) => (isOn ? ('enabled' as const) : ('disabled' as const))

export function bodyOf(values: UserValues): z.input<typeof NewUser> & z.input<typeof UserChange> {
  const { currentPassword, queueIds, ...rest } = values
  return {
    ...rest,
    ...(currentPassword !== '' && { currentPassword }),
    queueIds: queueIds.map(Number),
    allTicket: values.allTicket ? 'enable' : 'disable',
    showDashboard: switchOf(values.showDashboard),
    allowRealTime: switchOf(values.allowRealTime),
    allowConnections: switchOf(values.allowConnections),
  }
}

/** Whether somebody gets in, or recovers the password, in another way than before. */
export const changesLogin = (values: UserValues, before: UserValues): boolean =>
  values.password !== '' || values.email !== before.email || values.wpp !== before.wpp

const asked = {
  name: true,
  email: true,
  password: true,
  startWork: true,
  endWork: true,
  farewellMessage: true,
} as const
export const newUserRules = NewUser.pick(asked).required()
export const userRules = UserChange.pick(asked).required()
