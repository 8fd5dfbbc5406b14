/** The machine of a benchmark run. */
import { cpus, release, type } from 'node:os';

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly system: string;
  readonly node: string;
}

export function machine(): Machine {
  const processors = cpus();
  return {
    processor: processors[0]?.model.trim() ?? 'unknown processor',
    cores: processors.length,
    system: `${type()} ${release()}`,
    node: process.version,
  };
}

export function machineText({ processor, cores, system, node }: Machine): string {
  return `${processor}, ${cores} cores, ${system}, Node ${node}`;
}
