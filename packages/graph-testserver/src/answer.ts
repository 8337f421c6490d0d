import { callerOf } from './access/authorise.ts'
import { debugToken } from './access/debug-token.ts'
import type { LoginCodes } from './access/login-codes.ts'
import { accessToken } from './access/oauth-calls.ts'
import { checkVersion } from './access/versions.ts'
import type { Node } from './directory.ts'
import type { Ask, Reply } from './http/ask.ts'
import type { Login } from './login/login.ts'
import * as logins from './login/login-calls.ts'
import { download } from './media/media-calls.ts'
import { hidden, refuse } from './refusals/refuse.ts'
import { callOn } from './routes.ts'
import type { World } from './world.ts'

interface Parts {
  world: World
  codes: LoginCodes
  login: Login
}

/** Answers a request, whatever it is about. */
export function answer(ask: Ask, parts: Parts): Reply | Promise<Reply> {
  const { world, codes, login } = parts
  checkVersion(ask.version, world)
  switch (`${ask.method} ${ask.parts.join('/')}`) {
    case 'GET oauth/access_token':
    case 'POST oauth/access_token':
      return accessToken(ask, world, codes)
    case 'GET debug_token':
      return debugToken(ask, world)
    case 'GET dialog/oauth':
      return logins.dialog(ask, login)
    case 'GET login/choices':
      return logins.choices(ask, login)
    case 'POST login/choose':
      return logins.choose(ask, login)
    case 'GET pt_BR/sdk.js':
    case 'GET en_US/sdk.js':
      return logins.sdk(world)
    case 'GET whatsapp_business/attachments/':
      return download(ask, world)
    default:
      if (ask.parts[0] === 'picture') return picture
      return ask.parts[0] === 'attachment' ? laidDown(ask, world) : answerAbout(ask, world)
  }
}

function answerAbout(ask: Ask, world: World): Reply | Promise<Reply> {
  const [id = '', edge = '', ...others] = ask.parts
  const caller = callerOf(ask, world)
  const node = id === 'me' ? (caller.page ?? caller.member) : world.directory.find(id)
  if (!node) throw hidden(id, ask.method)
  checkAccountRate(node, caller.app.id, world)
  const reply = others.length === 0 ? callOn(node, `${ask.method} ${edge}`, ask, world) : undefined
  if (reply) return reply
  world.problems.unknown(`${ask.method} ${node.kind} ${[edge, ...others].join('/')}`)
  throw refuse(2500, { message: `Unknown path components: /${[edge, ...others].join('/')}` })
}

/** Calls that manage an account are counted, messages are not. */
function checkAccountRate(node: Node, appId: string, { buckets, limits, clock }: World): void {
  const account = node.kind === 'account' ? node : node.kind === 'template' ? node.account : undefined
  if (!account || buckets.take(`account ${account.id} ${appId}`, limits.account, clock.now())) return
  throw refuse(80007, { details: 'The app has made too many calls about this account.' })
}

function laidDown({ parts: [, id = ''] }: Ask, { directory }: World): Reply {
  const file = directory.laidDown(id)
  if (!file) throw refuse(100, { message: 'There is no such file' })
  return { status: 200, bytes: file.bytes, headers: { 'content-type': file.mimeType } }
}

/** A profile picture of one pixel. */
const picture: Reply = {
  status: 200,
  bytes: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
  headers: { 'content-type': 'image/png' },
}
