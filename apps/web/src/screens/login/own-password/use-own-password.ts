import { api } from '@guiche/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

/** What somebody has logged in with, to be told that it is for one use. */
export interface OneTimeLogin {
  email: string
  password: string
}

export const useOwnPassword = ({ email, password }: OneTimeLogin) =>
  useMutation({
    mutationFn: (newPassword: string) =>
      call(api.changeOneTimePassword, { body: { email: email.trim(), password, newPassword } }),
    // The form says it.
    meta: { handles: 'all' },
  })
