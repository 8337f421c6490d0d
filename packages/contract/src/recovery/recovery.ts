import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { Password } from '../users/credentials.ts'

/** The field takes a phone number, in any common form, or the e-mail of the login. */
const Sought = z.string('required').trim().min(3, 'required').max(254, 'tooLong')

export const RecoveryRequest = z.object({ wpp: Sought })
export const RecoveryCode = z.object({
  code: z
    .string('required')
    .trim()
    .regex(/^\d{6}$/, 'invalidCode'),
})
export const NewPassword = z.object({ newPassword: Password })

/** The recovery of a password, under the paths and with the fields that existing clients use (docs/requirements/security.md). */
export const recoveryCalls = {
  requestRecovery: endpoint({
    method: 'POST',
    path: '/api/enviar-email',
    summary: 'Ask for a code; the answer is the same whether somebody has this number or e-mail',
    access: 'public',
    feature: 'none',
    body: RecoveryRequest,
    /** `userId`: an id of this request, which says nothing about a user. */
    answer: z.object({ userId: z.string(), message: z.string() }),
  }),
  verifyRecovery: endpoint({
    method: 'GET',
    path: '/api/verificar-code/:number',
    summary: 'Check a typed code against the request of this browser; answers the typed code if it is right',
    access: 'public',
    feature: 'none',
    params: z.object({ number: z.string().max(100) }),
    answer: z.object({ code: z.string() }),
  }),
  finishRecovery: endpoint({
    method: 'PUT',
    path: '/api/atualizar-senha',
    summary: 'Set the new password of a verified request, once',
    access: 'public',
    feature: 'none',
    body: NewPassword.extend({ userId: z.union([z.string().max(200), z.number()]).transform(String) }),
    answer: z.object({ message: z.string() }),
  }),
} as const
