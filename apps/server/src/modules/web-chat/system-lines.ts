import type { LineRow } from './conversation.repository.ts'

interface Lines {
  joined: (name: string) => string
  ended: string
}

/** What the server itself says in a conversation, in the company's language. */
const portuguese: Lines = { joined: (name) => `${name} entrou na conversa`, ended: 'Atendimento encerrado' }
const lines: Record<string, Lines> = {
  pt: portuguese,
  en: { joined: (name) => `${name} joined the conversation`, ended: 'The conversation has ended' },
  es: { joined: (name) => `${name} se unió a la conversación`, ended: 'La conversación ha terminado' },
  tr: { joined: (name) => `${name} görüşmeye katıldı`, ended: 'Görüşme sona erdi' },
}

export function lineText({ kind, user_name }: Pick<LineRow, 'kind' | 'user_name'>, language: string): string {
  const { joined, ended } = lines[language.slice(0, 2)] ?? portuguese
  return kind === 'open' || kind === 'receivedTransfer' ? joined(user_name ?? '') : ended
}
