import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
  type UniqueIdentifier,
} from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { GripVertical } from 'lucide-react'
import { startTransition, useCallback, useMemo, useState, type ReactNode } from 'react'

import { useWords } from '../intl/words/words.ts'
import { classNames } from '../styles/class-names.ts'
import styles from './sortable-list.module.css'

interface SortableListProps<Item> {
  /** Its name for assistive technology. */
  label: string
  items: readonly Item[]
  itemKey: (item: Item) => string
  /** What an item is called, for announcements. */
  itemName: (item: Item) => string
  onMove: (from: number, to: number) => void
  /** Renders an item; `handle` is its drag handle. */
  children: (item: Item, index: number, handle: SortableHandle) => ReactNode
}

/** Renders the drag handle of an item with this name. */
export type SortableHandle = (name: string) => ReactNode

// Stable objects: others would make every handle render again.
const pointer = { activationConstraint: { distance: 4 } }
const keyboard = { coordinateGetter: sortableKeyboardCoordinates }

/** A list that is sorted by mouse, touch, or keyboard with announcements. */
export function SortableList<Item>(props: SortableListProps<Item>) {
  const { label, items, itemKey, itemName, onMove, children } = props
  const say = useWords()
  // The dropped order is shown at once; the owner of the items may take a moment to follow.
  const [dropResult, setDropped] = useState<{ of: readonly Item[]; now: Item[] }>()
  const shown = dropResult?.of === items ? dropResult.now : items
  const keys = shown.map(itemKey)
  const sensors = useSensors(useSensor(PointerSensor, pointer), useSensor(KeyboardSensor, keyboard))
  const handleDragEnd = ({ active, over }: DragEndEvent) => {
    const [from, to] = [keys.indexOf(String(active.id)), keys.indexOf(String(over?.id))]
    if (from < 0 || to < 0 || from === to) return
    setDropped({ of: items, now: arrayMove([...shown], from, to) })
    startTransition(() => onMove(from, to))
  }
  const nameAt = (id: UniqueIdentifier) => {
    const item = shown[keys.indexOf(String(id))]
    return item === undefined ? '' : itemName(item)
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={handleDragEnd}
      accessibility={{
        announcements: announcements(say, keys, nameAt),
        screenReaderInstructions: { draggable: say('reorderHelp') },
      }}
    >
      <SortableContext items={keys} strategy={verticalListSortingStrategy}>
        <ol aria-label={label} className={styles['list']}>
          {shown.map((item) => (
            <SortableItem key={itemKey(item)} id={itemKey(item)}>
              {(handle) => children(item, items.indexOf(item), handle)}
            </SortableItem>
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  )
}

// One item of a page is dragged at a time. It keeps the name under which it was lifted, because the
// list has changed when the drop is announced. A repeated position is not announced: it would
// interrupt what is being read.
let liftedName = ''
let announcedPosition = 0

function announcements(
  say: ReturnType<typeof useWords>,
  keys: readonly string[],
  nameAt: (id: UniqueIdentifier) => string,
): Announcements {
  const at = (id: UniqueIdentifier, place: UniqueIdentifier | undefined) => ({
    what: liftedName,
    position: keys.indexOf(String(place ?? id)) + 1,
    count: keys.length,
  })
  return {
    onDragStart: ({ active }) => {
      liftedName = nameAt(active.id)
      const positions = at(active.id, active.id)
      announcedPosition = positions.position
      return say('lifted', positions)
    },
    onDragOver: ({ active, over }) => {
      const place = at(active.id, over?.id)
      if (place.position === announcedPosition) return undefined
      announcedPosition = place.position
      return say('moved', place)
    },
    onDragEnd: ({ active, over }) => say('dropped', at(active.id, over?.id)),
    onDragCancel: ({ active }) => say('dropCancelled', at(active.id, active.id)),
  }
}

interface SortableItemProps {
  id: string
  children: (handle: SortableHandle) => ReactNode
}

function SortableItem({ id, children }: SortableItemProps) {
  const say = useWords()
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
  } = useSortable({ id })
  // Rounded: an item that stays in place renders nothing, but a move of zero would render it again.
  const y = Math.round(transform?.y ?? 0)
  const handle = useCallback<SortableHandle>(
    (name) => (
      <button
        type="button"
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-label={say('reorder', { what: name })}
        className={styles['handle']}
      >
        <GripVertical size={16} aria-hidden="true" />
      </button>
    ),
    [attributes, listeners, say, setActivatorNodeRef],
  )
  // Memoized: while an item is dragged every item moves, but none changes.
  const content = useMemo(() => children(handle), [children, handle])
  return (
    <li
      ref={setNodeRef}
      style={{
        translate: y === 0 ? undefined : `0 ${y}px`,
        transition: transition?.replace('transform', 'translate'),
      }}
      className={classNames(styles['item'], isDragging && styles['lifted'])}
    >
      {content}
    </li>
  )
}
