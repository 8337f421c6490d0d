import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Ask, Reply } from '../http/ask.ts'
import { obeying100 } from '../refusals/obey.ts'
import type { World } from '../world.ts'
import type { Login } from './login.ts'
import { Choice, Opening } from './login-rules.ts'

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')

const html = { 'content-type': 'text/html; charset=utf-8' }
const script = { 'content-type': 'text/javascript; charset=utf-8' }

/** `GET /dialog/oauth`: the window. */
export function dialog(ask: Ask, login: Login): Reply {
  login.choicesFor(obeying100(Opening, ask.params))
  return { status: 200, text: read('login-window.html'), headers: html }
}

/** What the window shows. */
export function choices(ask: Ask, login: Login): Reply {
  return { status: 200, body: login.choicesFor(obeying100(Opening, ask.params)) }
}

/** What somebody chose in it. */
export function choose(ask: Ask, login: Login): Reply {
  const { opening, choice } = ask.params
  return { status: 200, body: login.choose(obeying100(Opening, opening), obeying100(Choice, choice)) }
}

/** The script that a page includes to open the window. */
export function sdk(world: World): Reply {
  return { status: 200, text: read('sdk.js').replace('GRAPH_URL', world.baseUrl()), headers: script }
}
