import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { imagesOfTicket } from '../messages.api.ts'
import { joinPages } from './image-pages.ts'

/** So many pictures before the end of what is loaded, the next ones are fetched. */
const ahead = 12

/** The pictures of the conversation around the one that is shown; more are loaded while the user moves on. */
export function useImages(ticketId: number, start: number) {
  const query = useInfiniteQuery(imagesOfTicket(ticketId, start))
  const [shownId, setShownId] = useState(start)
  const pages = query.data?.pages
  const { images, count, first } = useMemo(() => joinPages(pages ?? []), [pages])
  const found = images.findIndex(({ id }) => id === shownId)
  const index = found === -1 ? Math.max(0, images.length - 1) : found

  const { hasPreviousPage, hasNextPage, isFetching, isError, fetchPreviousPage, fetchNextPage } = query
  useEffect(() => {
    if (isFetching || isError || images.length === 0) return
    if (hasPreviousPage && index < ahead) void fetchPreviousPage()
    else if (hasNextPage && index >= images.length - ahead) void fetchNextPage()
  }, [index, images.length, isFetching, isError, hasPreviousPage, hasNextPage, fetchPreviousPage, fetchNextPage])

  return {
    images,
    index,
    current: images[index],
    place: first + index,
    count,
    isReady: query.data !== undefined,
    isFailed: isError && !query.data,
    show: setShownId,
  }
}
