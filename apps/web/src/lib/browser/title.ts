import { useEffect } from 'react'

const state = { page: '', unread: 0 }

function draw() {
  const page = state.page ? `${state.page} · Guichê` : 'Guichê'
  document.title = state.unread > 0 ? `(${state.unread > 99 ? '99+' : state.unread}) ${page}` : page
}

/** Shows the page's name in the title, after the number of unread tickets. */
export function useTitle(page: string): void {
  useEffect(() => {
    state.page = page
    draw()
  }, [page])
}

export function showUnreadInTitle(count: number): void {
  state.unread = count
  draw()
}
