/** The commands that prepare this computer and serve nothing. In one module, so that a start reads few files. */
export { connect } from './connect/connect';
export { doctor } from './doctor/doctor';
export { install } from './install/install';
export { pair } from './pair/pair';
