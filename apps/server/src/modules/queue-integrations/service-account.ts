import { createPrivateKey } from 'node:crypto'
import { z } from 'zod'
import { badRequest } from '#platform/errors'

/** What is needed of the file that Google gives out. Its addresses are not read: calls go to fixed ones (S58). */
const ServiceAccount = z.object({
  type: z.literal('service_account'),
  project_id: z.string().min(1),
  private_key_id: z.string().min(1),
  private_key: z.string().min(1),
  client_email: z.email(),
})
export type ServiceAccount = z.output<typeof ServiceAccount>

/** Undefined: this is no file of a service account, or its key cannot sign. */
export function readServiceAccount(json: string): ServiceAccount | undefined {
  const { data } = ServiceAccount.safeParse(parse(json))
  return data && isSigningKey(data.private_key) ? data : undefined
}

/** Throws ERR_SERVICE_ACCOUNT. */
export function assertServiceAccount(json: string): ServiceAccount {
  const account = readServiceAccount(json)
  if (!account) throw badRequest('ERR_SERVICE_ACCOUNT')
  return account
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function isSigningKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}
