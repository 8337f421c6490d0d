import { useEffect } from 'react'

const state = { page: '', unread: 0 }

function draw() {
  const page = state.page ? `${state.page} · Guichê` : 'Guichê'
  document.title = state.unread > 0 ? `(${state.unread > 99 ? '99+' : state.unread}) ${page}` : page
}

/** The name of the page in the window's title; the number of unread tickets stands before it. */
export function useTitle(page: string): void {
  useEffect(() => {
    state.page = page
    draw()
  }, [page])
}

export function titleUnread(count: number): void {
  state.unread = count
  draw()
}
