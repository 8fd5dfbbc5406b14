/** All languages of moment. Half a megabyte, so that the build keeps it in a file of its own until it is asked for. */
import 'moment/min/locales';
