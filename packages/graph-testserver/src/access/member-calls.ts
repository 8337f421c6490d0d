import { type Ask, type Reply, success, textOf } from '../http/ask.ts'
import { shown } from '../http/fields.ts'
import { paged } from '../http/paging.ts'
import type { Page } from '../pages/page.ts'
import { hidden, refuse } from '../refusals/refuse.ts'
import type { World } from '../world.ts'
import { callerOf } from './authorise.ts'
import type { Member } from './member.ts'
import type { Token } from './tokens.ts'

/** `GET /{member}` and `GET /me` */
export function show(ask: Ask, member: Member, world: World): Reply {
  mustBe(ask, member, world)
  return { status: 200, body: shown(ask, { id: member.id, name: member.name }, ['id', 'name'], 'User') }
}

/** `GET /me/accounts`: the pages that were chosen, each with a token of its own. */
export function pages(ask: Ask, member: Member, world: World): Reply {
  const token = mustBe(ask, member, world)
  if (!token.scopes.has('pages_show_list'))
    throw refuse(10, { message: 'Application does not have permission for this action: it needs pages_show_list' })
  const chosen = [...member.pages].filter(([page]) => token.targets?.has(page.id) ?? true)
  const show = ([page, tasks]: [Page, Set<string>]) =>
    shown(ask, pageView(world, token, page, tasks), ['id', 'name', 'access_token', 'tasks', 'category'], 'Page')
  return { status: 200, body: paged(ask, world.baseUrl(), chosen, show) }
}

function pageView(world: World, token: Token, page: Page, tasks: Set<string>) {
  const { id, name, instagram } = page
  // Without the permission the account is not shown.
  const mayShow = instagram !== undefined && token.scopes.has('instagram_basic')
  return {
    id,
    name,
    category: 'Local business',
    access_token: () => pageToken(world, token, page),
    tasks: [...tasks],
    instagram_business_account: mayShow ? instagram.view : undefined,
  }
}

/** A page's token does not expire if the member's is a long one; otherwise it ends with it. */
function pageToken(
  world: World,
  { app, scopes, member, expiresAt, isLong = false, targets }: Token,
  page: Page,
): string {
  const issuedAt = world.clock.now()
  return world.tokens.issue({
    kind: 'PAGE',
    app,
    scopes,
    member,
    page,
    targets,
    issuedAt,
    expiresAt: isLong ? undefined : expiresAt,
  }).value
}

/** `DELETE /{member}/permissions`: all of them, or one. */
export function revoke(ask: Ask, member: Member, world: World): Reply {
  const token = callerOf(ask, world)
  if (token.member !== member && token.kind !== 'APP') throw hidden(member.id, ask.method)
  removeGrant(world, member, token.app, textOf(ask, 'permission'))
  return success
}

/** The member takes a permission back, or all of them: then no token of the app opens anything. */
export function removeGrant(world: World, member: Member, app: Token['app'], permission?: string): void {
  const isTheirs = (token: Token) => token.app === app && token.member === member
  if (permission === undefined) {
    member.grants.delete(app)
    world.tokens.end('removed', isTheirs)
    return
  }
  member.grants.get(app)?.scopes.delete(permission)
  for (const token of world.tokens.filter(isTheirs)) token.scopes.delete(permission)
}

function mustBe(ask: Ask, member: Member, world: World): Token {
  const token = callerOf(ask, world)
  if (token.kind !== 'USER' || token.member !== member) throw hidden(member.id, ask.method)
  return token
}
