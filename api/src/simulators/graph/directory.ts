import type { SimulatedTemplate } from './world.ts'

/** Somebody who may have a number at the simulator. */
export interface Listed {
  ownerId: string
  /** What customers see as the business's name. */
  name: string
}

/** What the simulator begins with: it remembers nothing itself when it is started anew. */
export interface Directory {
  find: (ownerId: string) => Promise<Listed | undefined>
  list: () => Promise<Listed[]>
  /** The templates that the provider approved before. */
  templates: (ownerId: string) => Promise<SimulatedTemplate[]>
  /** When a customer last wrote, as far as the product knows. */
  lastInboundAt: (ownerId: string, waId: string) => Promise<Date | undefined>
}
