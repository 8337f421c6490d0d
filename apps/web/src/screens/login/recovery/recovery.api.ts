import { api } from '@guiche/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'

/** The forms say what went wrong. */
const meta = { handles: 'all' } as const

export const useAskForCode = () =>
  useMutation({ mutationFn: (wpp: string) => call(api.requestRecovery, { body: { wpp } }), meta })

/** Whether the code is right. The server counts the tries. */
export const useVerifyCode = () =>
  useMutation({
    mutationFn: async (typed: string) => {
      const { code } = await call(api.verifyRecovery, { params: { number: typed } })
      return code === typed
    },
    meta,
  })

export const useFinishRecovery = (resetId: string) =>
  useMutation({
    mutationFn: (newPassword: string) => call(api.finishRecovery, { body: { userId: resetId, newPassword } }),
    meta,
  })
