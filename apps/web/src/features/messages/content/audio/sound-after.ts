/** The sound of the message right after this one: they play one after the other, as on a phone. */
export function soundAfter(player: HTMLAudioElement): HTMLAudioElement | undefined {
  const messages = [...(player.closest('[role="log"]')?.querySelectorAll('[data-message]') ?? [])]
  const own = messages.findIndex((message) => message.contains(player))
  return (own === -1 ? null : messages[own + 1]?.querySelector('audio')) ?? undefined
}
