import { Page } from '../page/page.tsx'
import { ListContent, type ListProps } from './list-content.tsx'
import { SearchField } from './search-field.tsx'

export type { Column } from './list-cards.tsx'
export type { ListState } from './list-content.tsx'

/** The pattern of all list pages. */
export function ListPage<Row>(props: ListProps<Row>) {
  return (
    <Page title={props.title} count={props.list.count} tools={<ListTools {...props} />}>
      <ListContent {...props} />
    </Page>
  )
}

export function ListTools<Row>({ filters, search, actions }: ListProps<Row>) {
  return (
    <>
      {filters}
      {search && <SearchField {...search} />}
      {actions}
    </>
  )
}
