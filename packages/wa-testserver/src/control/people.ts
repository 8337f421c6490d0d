import type { Account } from '../accounts/account.ts'
import { Contact } from '../accounts/contact.ts'
import { Phone } from '../accounts/phone.ts'
import type { Destination } from '../envelope.ts'
import type { WaServer } from '../server.ts'

export function phoneOf(server: WaServer, number = ''): Phone {
  const account = server.directory.byNumber(number)
  if (!(account instanceof Phone)) throw new Error(`there is no phone ${number}`)
  return account
}

export function contactOf(server: WaServer, number = ''): Contact {
  const account = server.directory.byNumber(number)
  if (!(account instanceof Contact)) throw new Error(`there is no contact ${number}`)
  return account
}

/** Finds the author of a message: a contact, or the owner of a phone. */
export function authorOf(server: WaServer, number = ''): Contact | Phone {
  const account = accountOf(server, number)
  if (account instanceof Contact || account instanceof Phone) return account
  throw new Error(`${number} cannot write`)
}

export function accountOf(server: WaServer, number = ''): Account {
  const account = server.directory.byNumber(number)
  if (!account) throw new Error(`there is nobody with the number ${number}`)
  return account
}

/** Finds a destination by its number, or a group by its address. */
export function destinationOf(server: WaServer, name = ''): Destination {
  return server.directory.group(name) ?? accountOf(server, name)
}
