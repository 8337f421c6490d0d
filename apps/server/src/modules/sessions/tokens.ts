import { createSecretKey } from 'node:crypto'
import { SignJWT, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Keys } from '#platform/deps'

/**
 * Kinds of tokens; lifetimes in seconds. Keys, audiences and types differ, so that a token of one kind is never
 * accepted as the other (S12, S13).
 */
const kinds = {
  access: { audience: 'guiche/calls', typ: 'access+jwt', lifetime: 15 * 60 },
  public: { audience: 'guiche/socket', typ: 'socket+jwt', lifetime: 12 * 3600 },
} as const
type Kind = keyof typeof kinds

interface Claims {
  companyId: number
  userId: number
  sessionId: string
  /** Milliseconds since 1970. It may have passed; the caller decides what that means. */
  expiresAt: number
}

interface TokenBearer {
  id: number
  companyId: number
  name: string
  profile: string
  sessionId: string
}

export interface Tokens {
  sign(kind: Kind, bearer: TokenBearer): Promise<string>
  /** Undefined: not signed by us, changed, or of another kind. */
  verify(kind: Kind, token: string): Promise<Claims | undefined>
}

const Payload = z.object({
  sub: z
    .string()
    .regex(/^\d{1,16}$/)
    .transform(Number),
  companyId: z.int().positive(),
  sid: z.uuid(),
  exp: z.number(),
})

export function createTokens(keys: Pick<Keys, 'accessToken' | 'publicToken'>): Tokens {
  const secrets = { access: createSecretKey(keys.accessToken), public: createSecretKey(keys.publicToken) }
  // Verifying a signature takes a hundred times longer than a look-up, and a token is used for many calls.
  const verified = {
    access: new LRUCache<string, Claims>({ max: 20_000 }),
    public: new LRUCache<string, Claims>({ max: 20_000 }),
  }

  return { sign, verify }

  async function sign(kind: Kind, { id, companyId, name, profile, sessionId }: TokenBearer) {
    const { audience, typ, lifetime } = kinds[kind]
    // Existing clients read `usarname`, `profile` and `id`; the server does not trust them (S12).
    const claims =
      kind === 'access' ? { usarname: name, profile, id, companyId, sid: sessionId } : { companyId, sid: sessionId }
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ })
      .setSubject(String(id))
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(`${lifetime} s`)
      .setJti(crypto.randomUUID())
      .sign(secrets[kind])
  }

  async function verify(kind: Kind, token: string) {
    const known = verified[kind].get(token)
    if (known) return known
    const claims = await read(kind, token)
    if (claims) verified[kind].set(token, claims)
    return claims
  }

  async function read(kind: Kind, token: string): Promise<Claims | undefined> {
    const { audience, typ } = kinds[kind]
    try {
      // Expiry is not checked here, because the result is cached; callers check it at each use.
      const { payload } = await jwtVerify(token, secrets[kind], {
        algorithms: ['HS256'],
        audience,
        typ,
        currentDate: new Date(0),
      })
      const { sub, companyId, sid, exp } = Payload.parse(payload)
      return { companyId, userId: sub, sessionId: sid, expiresAt: exp * 1000 }
    } catch {
      return undefined
    }
  }
}
