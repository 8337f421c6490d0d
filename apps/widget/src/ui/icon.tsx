// Tabler icons, outline (MIT).
const paths = {
  chat: 'M3 20l1.3-3.9c-2.3-3.4-1.4-7.9 2.1-10.4c3.5-2.5 8.6-2.3 11.8.5c3.3 2.8 3.7 7.3 1 10.5c-2.6 3.2-7.6 4.2-11.5 2.3l-4.7 1',
  down: 'M6 9l6 6l6-6',
  clip: 'M15 7l-6.5 6.5a1.5 1.5 0 0 0 3 3l6.5-6.5a3 3 0 0 0-6-6l-6.5 6.5a4.5 4.5 0 0 0 9 9l6.5-6.5',
  send: 'M4.7 4l16.3 8l-16.3 8a.5.5 0 0 1-.7-.7l2.5-7.3l-2.5-7.3a.5.5 0 0 1 .7-.7M6.5 12h14.5',
  smile: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M9 10h.01M15 10h.01M9.5 15a3.5 3.5 0 0 0 5 0',
  cross: 'M18 6l-12 12M6 6l12 12',
  reply: 'M9 14l-4-4l4-4M5 10h11a4 4 0 1 1 0 8h-1',
  forward: 'M15 14l4-4l-4-4M19 10h-11a4 4 0 1 0 0 8h1',
  person: 'M8 7a4 4 0 1 0 8 0a4 4 0 0 0-8 0M6 21v-2a4 4 0 0 1 4-4h4a4 4 0 0 1 4 4v2',
  pin: 'M9 11a3 3 0 1 0 6 0a3 3 0 0 0-6 0M17.7 16.7l-4.3 4.2a2 2 0 0 1-2.8 0l-4.2-4.2a8 8 0 1 1 11.3 0',
  sound:
    'M6 15h-2a1 1 0 0 1-1-1v-4a1 1 0 0 1 1-1h2l3.5-4.5a.8.8 0 0 1 1.5.5v14a.8.8 0 0 1-1.5.5zM15 8a5 5 0 0 1 0 8M17.7 5a9 9 0 0 1 0 14',
  mute: 'M6 15h-2a1 1 0 0 1-1-1v-4a1 1 0 0 1 1-1h2l3.5-4.5a.8.8 0 0 1 1.5.5v14a.8.8 0 0 1-1.5.5zM16 10l4 4m0-4l-4 4',
  file: 'M14 3v4a1 1 0 0 0 1 1h4M17 21h-10a2 2 0 0 1-2-2v-14a2 2 0 0 1 2-2h7l5 5v11a2 2 0 0 1-2 2',
  clock: 'M3 12a9 9 0 1 0 18 0a9 9 0 0 0-18 0M12 7v5l3 3',
  tick: 'M5 12l5 5l10-10',
  ticks: 'M7 12l5 5l10-10M2 12l5 5m5-5l5-5',
}

export function Icon({ name, size = 20, label }: { name: keyof typeof paths; size?: number; label?: string }) {
  const words = label ? { role: 'img' as const, 'aria-label': label } : { 'aria-hidden': true as const }
  return (
    <svg class="icon" viewBox="0 0 24 24" width={size} height={size} {...words}>
      <path d={paths[name]} />
    </svg>
  )
}

export function IconButton(props: { icon: keyof typeof paths; label: string; class?: string; onClick: () => void }) {
  return (
    <button
      type="button"
      class={`tool ${props.class ?? ''}`}
      aria-label={props.label}
      title={props.label}
      onClick={props.onClick}
    >
      <Icon name={props.icon} />
    </button>
  )
}
