import { type Answer, type Call, authorizationOf } from '../http/call.ts'
import { isSignedHs256, readJwt } from '../jwt.ts'
import type { Authentication } from './workflow.ts'

/** What a webhook node answers to a caller that it does not let in; `undefined`: it lets it in. */
export function checkAuthentication(call: Call, wanted: Authentication): Answer | undefined {
  switch (wanted.kind) {
    case 'none':
      return undefined
    case 'basic': {
      const given = authorizationOf(call, 'Basic')
      if (given === undefined) return required
      return given === Buffer.from(`${wanted.user}:${wanted.password}`).toString('base64') ? undefined : wrong
    }
    case 'header':
      return call.headers[wanted.name.toLowerCase()] === wanted.value ? undefined : wrong
    case 'jwt': {
      const given = authorizationOf(call, 'Bearer')
      if (given === undefined) return required
      const token = readJwt(given)
      return token && isSignedHs256(token, wanted.secret) ? undefined : wrong
    }
  }
}

const headers = { 'www-authenticate': 'Basic realm="Webhook"' }
const required = { status: 401, content: 'Authorization is required!', headers }
const wrong = { status: 403, content: 'Authorization data is wrong!', headers }
