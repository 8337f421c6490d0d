import { Refusal } from '../http/call.ts'

const codes = {
  INVALID_ARGUMENT: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const

export type GoogleStatus = keyof typeof codes

/** An error of a Google API. */
export function googleError(status: GoogleStatus, message: string): Refusal {
  const code = codes[status]
  return new Refusal({ status: code, body: { error: { code, message, status } } })
}

/** An error of Google's token call. */
export function tokenError(error: string, description: string, status = 400): Refusal {
  return new Refusal({ status, body: { error, error_description: description } })
}
