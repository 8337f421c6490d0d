import { api } from '@guiche/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** Configured on the server's start, so it never changes while the server runs. */
const configured = queryOptions({
  queryKey: ['installation-settings'],
  queryFn: ({ signal }) => call(api.listSettings, undefined, { signal }),
  staleTime: Infinity,
})

export const supportNumber = queryOptions({
  ...configured,
  select: (settings) => settings.find(({ key }) => key === 'supportNumber')?.value,
})

/** Whether pages and their accounts can be connected here. */
export const hasPageLogin = queryOptions({ ...configured, select: (settings) => isOn(settings, 'pageLogin') })

/** Whether numbers can be connected by a login at Meta. */
export const hasNumberSignUp = queryOptions({ ...configured, select: (settings) => isOn(settings, 'numberSignUp') })

const isOn = (settings: readonly { key: string; value: string }[], wanted: string) =>
  settings.some(({ key, value }) => key === wanted && value === 'enabled')
