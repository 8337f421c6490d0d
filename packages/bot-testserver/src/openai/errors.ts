import { type Answer, Refusal } from '../http/call.ts'

interface Failure {
  status: number
  message: string
  type: string
  code: string | null
  param?: string
  headers?: Record<string, string>
}

const retryAfterSeconds = 1

/** The errors that a test can ask for, by the name of their code. */
export const failures = {
  invalid_api_key: {
    status: 401,
    message: 'Incorrect API key provided. You can find your API key at https://platform.openai.com/account/api-keys.',
    type: 'invalid_request_error',
    code: 'invalid_api_key',
  },
  unsupported_country_region_territory: {
    status: 403,
    message: 'Country, region, or territory not supported',
    type: 'request_forbidden',
    code: 'unsupported_country_region_territory',
  },
  insufficient_permissions: {
    status: 403,
    message: 'You have insufficient permissions for this operation. Missing scopes: model.request.',
    type: 'invalid_request_error',
    code: 'insufficient_permissions',
  },
  model_not_found: {
    status: 404,
    message: 'The model does not exist or you do not have access to it.',
    type: 'invalid_request_error',
    code: 'model_not_found',
  },
  context_length_exceeded: {
    status: 400,
    message: "This model's maximum context length is exceeded. Please reduce the length of the messages.",
    type: 'invalid_request_error',
    code: 'context_length_exceeded',
    param: 'messages',
  },
  content_policy_violation: {
    status: 400,
    message: 'Your request was rejected as a result of our safety system.',
    type: 'invalid_request_error',
    code: 'content_policy_violation',
  },
  unsupported_parameter: {
    status: 400,
    message:
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    type: 'invalid_request_error',
    code: 'unsupported_parameter',
    param: 'max_tokens',
  },
  unsupported_value: {
    status: 400,
    message: "Unsupported value: 'temperature' is not supported with this model. Only the default (1) is supported.",
    type: 'invalid_request_error',
    code: 'unsupported_value',
    param: 'temperature',
  },
  rate_limit_exceeded: {
    status: 429,
    message: `Rate limit reached for requests. Please try again in ${retryAfterSeconds}s.`,
    type: 'requests',
    code: 'rate_limit_exceeded',
    headers: { 'retry-after': String(retryAfterSeconds), 'x-ratelimit-remaining-requests': '0' },
  },
  insufficient_quota: {
    status: 429,
    message: 'You exceeded your current quota, please check your plan and billing details.',
    type: 'insufficient_quota',
    code: 'insufficient_quota',
  },
  server_error: {
    status: 500,
    message: 'The server had an error while processing your request. Sorry about that!',
    type: 'server_error',
    code: null,
  },
  bad_gateway: { status: 502, message: 'Bad gateway.', type: 'server_error', code: null },
  overloaded: {
    status: 503,
    message: 'The engine is currently overloaded, please try again later.',
    type: 'server_error',
    code: null,
  },
} as const satisfies Record<string, Failure>

export type FailureName = keyof typeof failures

export const failureNames = Object.keys(failures).filter((name): name is FailureName => name in failures)

/** The answer of such an error, perhaps with a text that names more. */
export function failureAnswer(name: FailureName, change: Partial<Failure> = {}): Answer {
  const { status, message, type, code, param, headers }: Failure = { ...failures[name], ...change }
  return { status, body: { error: { message, type, param: param ?? null, code } }, ...(headers && { headers }) }
}

export const failure = (name: FailureName, change?: Partial<Failure>): Refusal =>
  new Refusal(failureAnswer(name, change))

/** Any other mistake of a caller. */
export function invalid(message: string, { status = 400, param, code = null }: Partial<Failure> = {}): Refusal {
  const error = { message, type: 'invalid_request_error', param: param ?? null, code }
  return new Refusal({ status, body: { error } })
}
