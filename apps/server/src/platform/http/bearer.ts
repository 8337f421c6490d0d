/** The secret in an Authorization header; empty if there is none. */
export const bearerOf = (authorization: string | undefined): string =>
  /^Bearer (\S{1,200})$/i.exec(authorization ?? '')?.[1] ?? ''
